import { startFauxqs } from 'fauxqs'

/** This process keeps objects in memory like S3, and prints its port. It checks no signatures: see `S3Proxy`. */
const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
process.stdout.write(`${JSON.stringify({ port: server.port })}\n`)
process.once('disconnect', () => process.exit(0))
