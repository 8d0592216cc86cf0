import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

const noError = 0
const serverFailure = 2
const noSuchName = 3
const txt = 16

/** A local DNS server that supports only TXT records (RFC 1035), over UDP. */
export class DnsServer {
  readonly #socket: Socket = createSocket('udp4')
  /** Texts by name, in lower case; `silent` never answers, `broken` fails. */
  readonly records = new Map<string, string[] | 'silent' | 'broken'>()
  /** Requested names. */
  readonly asked: string[] = []
  #port = 0

  /** Its address in the format of DNS_SERVERS. */
  get address(): string {
    return `127.0.0.1:${this.#port}`
  }

  async start(): Promise<void> {
    this.#socket.on('message', (query, { port, address }) => {
      const answer = this.#answer(query)
      if (answer) this.#socket.send(answer, port, address)
    })
    this.#socket.bind(0, '127.0.0.1')
    await once(this.#socket, 'listening')
    this.#port = this.#socket.address().port
  }

  async stop(): Promise<void> {
    this.#socket.close()
    await once(this.#socket, 'close')
  }

  #answer(query: Buffer): Buffer | null {
    const { name, end } = questionOf(query)
    this.asked.push(name)
    const found = this.records.get(name)
    if (found === 'silent') return null
    if (found === 'broken') return replyTo(query, end, serverFailure, [])
    if (!found) return replyTo(query, end, noSuchName, [])
    return replyTo(query, end, noError, found)
  }
}

/** The requested name, and the end of the question. */
function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  // The type and the class follow the empty label.
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

function replyTo(query: Buffer, end: number, code: number, texts: string[]): Buffer {
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  // An answer, with recursion as requested.
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(texts.length, 6)
  return Buffer.concat([head, query.subarray(12, end), ...texts.map(recordOf)])
}

/** A record for the name of the question; texts are split into strings of 255 bytes. */
function recordOf(value: string): Buffer {
  const bytes = Buffer.from(value)
  const strings: Buffer[] = []
  for (let at = 0; at === 0 || at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255)
    strings.push(Buffer.from([part.length]), part)
  }
  const data = Buffer.concat(strings)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(txt, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
