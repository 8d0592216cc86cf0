import { bootApp } from '@crossdock/backend/testing'

/** A process to be killed: serves the database named in the environment and says where, and how to sign in. */
const database = JSON.parse(process.env.CRASH_DATABASE ?? '{}')
const app = await bootApp({ database })
const { token } = await app.tenant('freightway')
process.stdout.write(`${JSON.stringify({ url: app.url, headers: token.headers })}\n`)
