import type { ApiClient } from '../../api/client.js'
import { unreachableError } from '../../api/unreachable.js'
import { CliError, ExitCode } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { parseJson } from '../../json.js'
import { printable } from '../../output/format.js'

/** Prints an answer. Throws for a refusal, after printing it when the whole answer was requested. */
export async function printAnswer(
  factory: Factory,
  api: ApiClient,
  response: Response,
  isWhole: boolean
): Promise<void> {
  if (isWhole) printHead(factory, response)
  if (response.ok) return printBody(factory, api, response)
  // Refusals are small, so the copy can stay in memory.
  if (isWhole) await printBody(factory, api, response.clone())
  await api.assertSuccess(response)
}

function printHead(factory: Factory, { status, statusText, headers }: Response): void {
  const { stdout } = factory.streams
  stdout.write(printable(`HTTP ${status} ${statusText}`.trim()) + '\n')
  for (const [name, value] of headers) stdout.write(printable(`${name}: ${value}`) + '\n')
  stdout.write('\n')
}

async function printBody(factory: Factory, api: ApiClient, response: Response): Promise<void> {
  const type = response.headers.get('content-type') ?? ''
  const body = response.body ?? []
  try {
    if (/^application\/([\w.+-]+\+)?json\b/.test(type)) {
      printText(factory, await response.text())
    } else if (factory.streams.stdout.isTTY) await toTerminal(factory, type, body)
    else for await (const chunk of body) await write(factory, chunk)
  } catch (error) {
    throw unreachableError(api.server, error)
  }
}

function printText(factory: Factory, text: string): void {
  if (text === '') return
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    throw new CliError(
      ExitCode.failure,
      'The answer is not valid JSON, although its content type says so.'
    )
  }
  factory.printJson(value)
}

/** Writes text only, with control characters escaped line by line. */
async function toTerminal(
  factory: Factory,
  type: string,
  body: AsyncIterable<Uint8Array> | Iterable<never>
): Promise<void> {
  const decoder = new TextDecoder()
  const isText = type === '' || type.startsWith('text/')
  for await (const chunk of body) {
    if (!isText) {
      throw new CliError(ExitCode.failure, `The answer is ${type}, which a terminal cannot show.`, {
        hint: 'Write it to a file: add > and a file name.',
      })
    }
    const lines = decoder.decode(chunk, { stream: true }).split('\n')
    await write(factory, lines.map(printable).join('\n'))
  }
}

async function write({ streams: { stdout } }: Factory, chunk: Uint8Array | string): Promise<void> {
  if (!stdout.write(chunk)) await new Promise((drained) => stdout.once('drain', drained))
}
