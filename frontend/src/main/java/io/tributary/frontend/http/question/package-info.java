/** What can be asked by HTTP beside loads: questions with an answer in JSON, made of what SQL answers. */
@org.jspecify.annotations.NullMarked
package io.tributary.frontend.http.question;
