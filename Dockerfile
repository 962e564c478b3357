# A small image with the program alone: docs/scale.md uses it.
#
#   docker build --tag kosolver .
#   docker run --rm --volume "$PWD/results:/data" kosolver table --out . --part 1/16
FROM rust:1.89-slim-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo build --release --locked --package kosolver-cli

FROM debian:bookworm-slim
COPY --from=build /src/target/release/kosolver /usr/local/bin/kosolver
WORKDIR /data
ENTRYPOINT ["kosolver"]
