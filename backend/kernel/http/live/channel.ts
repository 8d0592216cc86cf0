import { AsyncLocalStorage } from 'node:async_hooks'
import { WebSocketServer, type WebSocket } from 'ws'
import { perApplication } from '../../ground/application.js'
import { runInContext } from '../../ground/context.js'
import { Problem } from '../../ground/problem.js'
import { text, type Text } from '../../ground/text.js'
import { parseJson } from '../../json/index.js'
import type { Call } from '../call.js'
import { refuseForeign } from '../../shapes/input_safety.js'
import { validate } from '../../shapes/validate.js'
import { loggable } from '../../ground/loggable.js'
import { Reader } from '../reader.js'
import type { Validator } from '../../shapes/validator.js'
import { streamsOf, type LiveStreams, type Stream } from './streams.js'
import { upgradeOf } from './upgrade.js'

const usualMaxBytes = 64 * 1024
/** Space for the reason in a close frame. */
const maxReasonBytes = 123

/** Close codes (RFC 6455, 7.4). Codes from 4000 on are application codes: 4000 plus an HTTP status. */
const code = { goingAway: 1001, notText: 1003, notReadable: 1007, fault: 1011, ours: 4000 }

/** Receives the messages of an open channel; an error it throws ends the channel. */
export type Receiver<Message> = (message: Message) => unknown

/** A controller's handler for an open channel. */
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
    // Without a listener, an invalid frame would end the process.
    socket.on('error', () => undefined)
    socket.on('pong', () => (this.#alive = true))
    // Node does not run a connection's events in its application's context, so bind it.
    const take = (data: Buffer, isBinary: boolean) => this.#take(data, isBinary)
    socket.on('message', AsyncLocalStorage.bind(take))
  }

  /** Delivers messages to the source from now on. */
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

  /** Calls `listener` once, when nothing more can be sent. */
  onEnd(listener: () => void): void {
    if (this.socket.readyState === this.socket.CLOSED) listener()
    else this.socket.once('close', listener)
  }

  /** Sends one message as JSON. A client that does not keep up is disconnected. */
  send(message: unknown): void {
    if (!this.isOpen) return
    this.socket.send(JSON.stringify(message))
    this.#bound()
  }

  /** Closes the channel. @param status an HTTP status; 4000 is added */
  close(status: number, reason: string): void {
    this.#close(code.ours + status, reason)
  }

  beat(): void {
    // While a message is handled, the socket is paused and a pong cannot arrive.
    if (!this.#alive && this.#waiting === 0) return this.cut()
    this.#alive = false
    if (this.isOpen) this.socket.ping()
    this.#bound()
  }

  end({ status, text }: Problem): void {
    this.#closeWith(code.ours + status, text)
  }

  leave(): void {
    this.#closeWith(code.goingAway, text('The server is stopping. Come back in a moment.'))
  }

  cut(): void {
    this.socket.terminate()
  }

  #bound(): void {
    if (this.socket.bufferedAmount <= this.streams.bounds.streamBytes) return
    this.streams.logSlow(this.call)
    this.cut()
  }

  /** Handles one message at a time; the socket is paused until then. */
  #take(data: Buffer, isBinary: boolean): void {
    this.#alive = true
    if (isBinary) return this.#closeWith(code.notText, text('Send JSON as text, not bytes.'))
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
    this.#closeWith(code.fault, text('Something went wrong on our side.'))
  }

  /** Undefined for an invalid message; that ends the channel. */
  async #read(data: Buffer): Promise<{ value: unknown } | undefined> {
    try {
      const sent = parseJson(data.toString())
      refuseForeign(sent)
      return { value: await validate(this.shape, sent) }
    } catch (error) {
      const known = error instanceof Problem
      this.#closeWith(code.notReadable, known ? error.text : text('This is not valid JSON.'))
      return undefined
    }
  }

  #closeWith(status: number, sentence: Text): void {
    this.#close(status, new Reader(this.call.http).say(sentence))
  }

  #close(status: number, reason: string): void {
    let short = reason
    while (Buffer.byteLength(short) > maxReasonBytes) short = short.slice(0, -1)
    this.socket.close(status, short)
    // Resume reading: a client that does not answer the close frame would keep the connection.
    if (this.#waiting > 0) this.socket.resume()
  }
}

/** WebSocket servers by maximum message size. */
const servers = perApplication(() => new Map<number, WebSocketServer>())

/** A handshake server for messages up to this size. Compression would triple the work. */
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

/** Opens the channel a call requested. @throws Problem 426 for a request that is not a handshake */
export function openChannel(call: Call): void {
  const { http, operation } = call
  const { request } = http.request
  const upgrade = upgradeOf(request)
  if (operation.live?.kind !== 'channel' || !upgrade) {
    throw new Problem(
      426,
      'E_UPGRADE',
      text('This address requires a WebSocket. Repeat the request with Upgrade: websocket.'),
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
  // Sets the status for observers of the response; the handshake writes its own headers.
  http.response.response.writeHead(101)
  handshakes(maxBytes).handleUpgrade(request, socket, head, (websocket) => {
    const channel = new Channel(call, websocket, receives, streams)
    channel.onEnd(streams.add(channel))
    void channel.begin(call.result as ChannelSource)
  })
}
