# One node of a MariaDB Galera cluster, for compose.galera.yaml.
# Where no registry is reachable: docker/local-images.sh, then --build-arg BASE=tributary-galera-base:10.11
ARG BASE=mariadb:10.11
FROM ${BASE}
COPY docker/galera-node.sh /usr/local/bin/galera-node.sh
VOLUME /var/lib/mysql
EXPOSE 3306 4567 4568 4444
ENTRYPOINT ["/usr/local/bin/galera-node.sh"]
