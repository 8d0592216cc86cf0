# Builds once, then runs as a user that cannot change the program. See docs/operation/install.md.
FROM node:24-bookworm-slim AS build
WORKDIR /opt/crossdock
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
WORKDIR /opt/crossdock
COPY --from=build /opt/crossdock .
RUN install -d -m 700 -o node -g node /var/lib/crossdock
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/var/lib/crossdock
USER node
EXPOSE 3333
VOLUME /var/lib/crossdock
HEALTHCHECK --interval=30s --start-period=60s \
  CMD node -e "fetch('http://127.0.0.1:' + (process.env.PORT ?? 3333) + '/api/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"
STOPSIGNAL SIGTERM
# Not `npm start`: the image is built already, and its user cannot build again.
CMD ["node", "build/backend/bin/server.js"]
