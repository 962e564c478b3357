# A small image with the program alone: docs/scale.md says how to use it.
#
#   docker build --build-arg KOSOLVER_COMMIT="$(git rev-parse HEAD)" --tag kosolver .
#   docker run --rm --user "$(id -u):$(id -g)" --volume "$PWD/results:/data" kosolver publish --only costs --out .
#
# The oldest Rust that the project promises to build with (rust-version in Cargo.toml).
FROM rust:1.89.0-slim-bookworm@sha256:d7fc7de78bb8c1469933aeecbf801314d30d7d6e9f0578bba4cfa285bfa37fe6 AS build
WORKDIR /src
COPY . .
# What `kosolver --version` names: the repository itself is not copied.
ARG KOSOLVER_COMMIT
RUN cargo build --release --locked --package kosolver-cli

FROM debian:bookworm-20261005-slim@sha256:7c7b2c966bc9ee8cedfeef67e0e279108992c77681fa595db4a9d65c06ccc587
COPY --from=build /src/target/release/kosolver /usr/local/bin/kosolver
# A number, so that Kubernetes can tell that it is not root.
RUN install --directory --owner 1000 --group 1000 /data
USER 1000:1000
WORKDIR /data
ENTRYPOINT ["kosolver"]
