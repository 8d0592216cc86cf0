import { AsyncLocalStorage } from 'node:async_hooks'
import { WebSocketServer, type WebSocket } from 'ws'
import { perApplication } from '../../ground/application.js'
import { runInContext } from '../../ground/context.js'
import { Problem } from '../../ground/problem.js'
import { text, type Text } from '../../ground/text.js'
import { parseJson } from '../../json/index.js'
import type { Call } from '../call.js'
import { refuseForeign } from '../foreign.js'
import { validate } from '../input.js'
import { loggable } from '../loggable.js'
import { Reader } from '../reader.js'
import type { Validator } from '../operation.js'
import { streamsOf, type LiveStreams, type Stream } from './streams.js'
import { upgradeOf } from './upgrade.js'

const usualMaxBytes = 64 * 1024
/** What a close frame has room for. */
const maxReasonBytes = 123

/** Close codes (RFC 6455, 7.4). From 4000 on they are ours: 4000 and an HTTP status. */
const code = { goingAway: 1001, notText: 1003, notReadable: 1007, fault: 1011, ours: 4000 }

/** Who receives the messages of an open channel; what it throws ends the channel. */
export type Receiver<Message> = (message: Message) => unknown

/** What a controller does with a channel that is open. */
export type ChannelSource<Message = unknown> = (channel: Channel) => Receiver<Message>

/** An open channel. */
export class Channel implements Stream {
  #receive: Receiver<unknown> | undefined
  #turn = Promise.resolve()
  #waiting = 0
  #alive = true

  constructor(
    readonly call: Call,
    private readonly socket: WebSocket,
    private readonly shape: Validator,
    private readonly streams: LiveStreams
  ) {
    // Without a listener a frame that breaks the rules would end the process.
    socket.on('error', () => undefined)
    socket.on('pong', () => (this.#alive = true))
    // Of the connection's own events Node does not know in which application they belong.
    const take = (data: Buffer, isBinary: boolean) => this.#take(data, isBinary)
    socket.on('message', AsyncLocalStorage.bind(take))
  }

  /** Hands over what comes from now on. */
  async begin(source: ChannelSource): Promise<void> {
    try {
      await runInContext(this.call.context, async () => void (this.#receive = source(this)))
    } catch (error) {
      this.#fail(error)
    }
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  /** Calls `listener` once, when nothing can be sent any more. */
  onEnd(listener: () => void): void {
    if (this.socket.readyState === this.socket.CLOSED) listener()
    else this.socket.once('close', listener)
  }

  /** Sends one message as JSON. Whoever does not take what is sent is cut off. */
  send(message: unknown): void {
    if (!this.isOpen) return
    this.socket.send(JSON.stringify(message))
    this.#bound()
  }

  /** Ends it in order. @param status HTTP status it would be; 4000 is added */
  close(status: number, reason: string): void {
    this.#close(code.ours + status, reason)
  }

  beat(): void {
    // What is being worked on keeps the answer from being read.
    if (!this.#alive && this.#waiting === 0) return this.cut()
    this.#alive = false
    if (this.isOpen) this.socket.ping()
    this.#bound()
  }

  end({ status, text }: Problem): void {
    this.#tell(code.ours + status, text)
  }

  leave(): void {
    this.#tell(code.goingAway, text('The server is stopping. Come back in a moment.'))
  }

  cut(): void {
    this.socket.terminate()
  }

  #bound(): void {
    if (this.socket.bufferedAmount <= this.streams.bounds.streamBytes) return
    this.streams.tellSlow(this.call)
    this.cut()
  }

  /** One at a time; nothing more is read meanwhile. */
  #take(data: Buffer, isBinary: boolean): void {
    this.#alive = true
    if (isBinary) return this.#tell(code.notText, text('Send JSON as text, not bytes.'))
    if (this.#waiting++ === 0) this.socket.pause()
    this.#turn = this.#turn.then(async () => {
      if (this.isOpen) await this.#handle(data)
      if (--this.#waiting === 0) this.socket.resume()
    })
  }

  async #handle(data: Buffer): Promise<void> {
    try {
      const message = await this.#read(data)
      if (message === undefined) return
      await runInContext(this.call.context, async () => this.#receive?.(message.value))
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    if (error instanceof Problem) return this.end(error)
    this.call.http.logger.error({ err: loggable(error) }, 'a channel failed')
    this.#tell(code.fault, text('Something went wrong on our side.'))
  }

  /** Undefined for what is none of the declared messages; that ends the channel. */
  async #read(data: Buffer): Promise<{ value: unknown } | undefined> {
    try {
      const sent = parseJson(data.toString())
      refuseForeign(sent)
      return { value: await validate(this.shape, sent) }
    } catch (error) {
      const known = error instanceof Problem
      this.#tell(code.notReadable, known ? error.text : text('This is not valid JSON.'))
      return undefined
    }
  }

  #tell(status: number, sentence: Text): void {
    this.#close(status, new Reader(this.call.http).say(sentence))
  }

  #close(status: number, reason: string): void {
    let short = reason
    while (Buffer.byteLength(short) > maxReasonBytes) short = short.slice(0, -1)
    this.socket.close(status, short)
    // Whoever does not answer the close frame would keep the connection.
    if (this.#waiting > 0) this.socket.resume()
  }
}

/** By the bytes a message may have. */
const servers = perApplication(() => new Map<number, WebSocketServer>())

/** Shakes hands for messages up to so many bytes. Compressed ones would cost three times the work. */
function handshakes(maxPayload: number): WebSocketServer {
  const known = servers().get(maxPayload)
  if (known) return known
  const made = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload,
  })
  servers().set(maxPayload, made)
  return made
}

/** Opens the channel a call asked for. @throws Problem 426 for a request that is no handshake */
export function openChannel(call: Call): void {
  const { http, operation } = call
  const { request } = http.request
  const upgrade = upgradeOf(request)
  if (operation.live?.kind !== 'channel' || !upgrade) {
    throw new Problem(
      426,
      'E_UPGRADE',
      text('This address speaks WebSocket. Ask with Upgrade: websocket.'),
      {
        headers: { upgrade: 'websocket' },
      }
    )
  }
  const streams = streamsOf(call)
  streams.assertRoom(call)
  const { receives, maxBytes = usualMaxBytes } = operation.live
  const { socket, head } = upgrade
  if (socket.destroyed) return
  // For those who look at the response; the handshake writes its own head.
  http.response.response.writeHead(101)
  handshakes(maxBytes).handleUpgrade(request, socket, head, (websocket) => {
    const channel = new Channel(call, websocket, receives, streams)
    channel.onEnd(streams.add(channel))
    void channel.begin(call.result as ChannelSource)
  })
}
