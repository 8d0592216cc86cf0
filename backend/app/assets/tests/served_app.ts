import { bootApp } from '@crossdock/backend/testing'

/**
 * A process to be killed. Serves the database named in the environment, optionally at a named port. Prints its
 * address, and how to sign in unless it is a restart.
 */
const { CRASH_DATABASE = '{}', CRASH_PORT: PORT = '0', CRASH_BACK, CRASH_STORAGE } = process.env
const settings = { PORT, ...(CRASH_STORAGE ? { STORAGE_URL: CRASH_STORAGE } : {}) } as never
const app = await bootApp({ database: JSON.parse(CRASH_DATABASE), settings })
const headers = CRASH_BACK ? {} : (await app.tenant('freightway')).token.headers
process.stdout.write(`${JSON.stringify({ url: app.url, headers })}\n`)
