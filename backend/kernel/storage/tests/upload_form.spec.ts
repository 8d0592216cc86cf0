// onOneDatabase: no database takes part
import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { UploadForm } from '../uploads/upload_form.js'
import { seededBytes, seededNumbers } from './seeded_bytes.js'

const delimiter = '\r\n--edge of a part'

/**
 * Serves one form.
 * @param use returns the answer
 */
async function served({ cleanup }: TestContext, use: (form: UploadForm) => Promise<object>) {
  const server = createServer(async (message: IncomingMessage, response) => {
    const answer = await use(new UploadForm(message, 'file', async () => {})).catch(
      (error: Error) => error.message
    )
    response.end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Returns the bytes of a form's file, and its fields. */
async function readAll(form: UploadForm) {
  const { name, bytes } = await form.file()
  const file = await buffer(bytes)
  await form.end()
  return { name, file: file.toString('base64'), fields: { ...form.fields } }
}

/** Sends the pieces one after the other, in separate packets if possible. */
async function send(port: number, body: Buffer, sizes: () => number, type = 'edge of a part') {
  const sent = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary="${type}"` },
  })
  sent.setNoDelay(true)
  const answered = once(sent, 'response')
  for (let at = 0; at < body.length;) {
    const size = sizes()
    sent.write(body.subarray(at, at + size))
    at += size
    if (size < 70_000) await setImmediate()
  }
  sent.end()
  const [response] = (await answered) as [IncomingMessage]
  return JSON.parse((await buffer(response)).toString())
}

const formOf = (file: Buffer, edge = delimiter) =>
  Buffer.concat([
    Buffer.from(
      `${edge.slice(2)}\r\ncontent-disposition: form-data; name="before"\r\n\r\none\r\n\r\ntwo${edge}\r\n` +
        'content-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
    ),
    file,
    Buffer.from(
      `${edge}\r\ncontent-disposition: form-data; name="after"\r\n\r\nthree${edge}--\r\n`
    ),
  ])

/** Returns bytes that often begin a delimiter but never complete one. */
function misleading(seed: string, length: number): Buffer {
  const random = seededNumbers(seed)
  const parts: Buffer[] = []
  for (let size = 0; size < length;) {
    const begun = Buffer.from(delimiter.slice(0, random(delimiter.length)))
    const part = random(3) === 0 ? seededBytes(`${seed}${size}`, random(3000)) : begun
    parts.push(part)
    size += part.length
  }
  // Two adjacent beginnings may form a delimiter by chance.
  const bytes = Buffer.concat(parts)
  for (let at; (at = bytes.indexOf(delimiter)) >= 0;) bytes[at + 5] = 0
  return bytes
}

test.group('Upload form', () => {
  // Red when the beginning of a delimiter at the end of a piece is not kept back (begunIn), or is passed on
  // twice.
  test('the file is the bytes between two delimiters, for any split into pieces', async (context) => {
    const port = await served(context, readAll)
    const random = seededNumbers('form')
    for (let round = 0; round < 24; round++) {
      const length = [0, 1, 100, 5_000, 200_000, 900_000][round % 6]!
      const file = misleading(`form ${round}`, length).subarray(0, length)
      const largest =
        length > 10_000 ? [9_000, 70_000, 400_000][round % 3]! : [3, 40, 3_000][round % 3]!
      const got = await send(port, formOf(file), () => 1 + random(largest))
      context.assert.isTrue(Buffer.from(got.file, 'base64').equals(file), `round ${round}`)
      context.assert.deepEqual(got.fields, { before: 'one\r\n\r\ntwo', after: 'three' })
    }
  })

  test('an unusual boundary works as well', async (context) => {
    const port = await served(context, readAll)
    const file = seededBytes('unusual', 300_000)
    const body = formOf(file, '\r\n--{un}usual')
    const got = await send(port, body, () => 64 * 1024, '{un}usual')
    context.assert.isTrue(Buffer.from(got.file, 'base64').equals(file))
  })

  test('a form that ends within its file, or before it, cannot be read', async (context) => {
    const port = await served(context, readAll)
    const body = formOf(seededBytes('torn', 200_000))
    for (const end of [150_000, body.length - 90, 60]) {
      const got = await send(port, body.subarray(0, end), () => 64 * 1024)
      context.assert.match(String(got), /cannot be read: Unexpected end of form/)
    }
  })

  // Red when a closed connection is not handled: the reader would wait forever.
  test('a sender that leaves within the file ends the form', async (context) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const port = await served(context, async (form) => {
      await readAll(form).catch((error: Error) => resolve(error.message))
      return {}
    })
    const sent = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary="edge of a part"' },
    })
    sent.on('error', () => undefined)
    const body = formOf(seededBytes('leaves', 200_000))
    sent.write(body.subarray(0, 150_000), () => sent.destroy())
    context.assert.match(await promise, /cannot be read/)
  })
})
