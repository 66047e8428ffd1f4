"""Models of an application for Django: keys, constraints and types as such applications have them."""

from django.db import models


class Tag(models.Model):
    name = models.SlugField()


class Author(models.Model):
    name = models.CharField(max_length=50, unique=True)
    age = models.PositiveIntegerField(null=True)
    score = models.PositiveSmallIntegerField(default=0)
    doc = models.JSONField(null=True)
    at = models.TimeField(null=True)
    took = models.DurationField(null=True)
    active = models.BooleanField(default=True)
    key = models.UUIDField(null=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(age__lte=200), name="young")]


class Book(models.Model):
    author = models.ForeignKey(Author, on_delete=models.CASCADE)
    title = models.CharField(max_length=100)
    price = models.DecimalField(max_digits=8, decimal_places=2)
    made = models.DateTimeField(auto_now_add=True)
    tags = models.ManyToManyField(Tag)
