# The web app over `meadow-workspace` in the volume /data, or the sample where there is none.
#
#     docker build -t meadow .
#     docker run -p 8710:8710 -v meadow:/data meadow
#
# Reached by another name, it is told so: `meadow serve --host 0.0.0.0 --no-open --public-url https://news.example`.
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY . /src
RUN MEADOW_COMPILE=1 pip wheel --no-cache-dir --no-deps --wheel-dir /wheel /src

FROM python:3.13-slim
COPY --from=build /wheel /wheel
RUN pip install --no-cache-dir --no-compile "$(ls /wheel/*.whl)[web,ja]" && rm -rf /wheel \
    && useradd --create-home --uid 10001 meadow && mkdir /data && chown meadow:meadow /data
USER meadow
VOLUME /data
WORKDIR /data
ENV PYTHONUNBUFFERED=1
EXPOSE 8710
# Without its token the app answers 403, which shows that it is up.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["python", "-c", "import http.client as h; c = h.HTTPConnection('127.0.0.1', 8710, timeout=4); c.request('GET', '/'); raise SystemExit(c.getresponse().status >= 500)"]
ENTRYPOINT ["meadow"]
CMD ["serve", "--host", "0.0.0.0", "--no-open", "--public-url", "http://localhost:8710"]
