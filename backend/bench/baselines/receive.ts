import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { options, serve } from './process.js'

/*
 * A hand-written upload: the body is streamed to a file, hashed on the way, and on disk before the
 * acknowledgement.
 */
const { folder } = options<{ folder: string }>()
let received = 0

serve(
  createServer(async (request, response) => {
    const file = join(folder, `limit-${received++}.bin`)
    const hash = createHash('sha256')
    const hashing = new Transform({
      transform(chunk: Buffer, _, next) {
        hash.update(chunk)
        next(null, chunk)
      },
    })
    await pipeline(request, hashing, createWriteStream(file, { highWaterMark: 2 ** 20 }))
    const written = await open(file, 'r+')
    await written.datasync()
    await written.close()
    response.writeHead(201, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ hash: hash.digest('hex') }))
    await rm(file)
  })
)
