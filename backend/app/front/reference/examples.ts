import type { Schema, Schemas } from '@crossdock/kernel/shapes'
import type { ApiOperation } from './description.js'
import { sentSample, type Sent } from './sample.js'

export interface Example {
  name: string
  code: string
}

/** The same request with curl, TypeScript and the command line. */
export function examplesOf(operation: ApiOperation, schemas: Schemas, origin: string): Example[] {
  const sent = sentSample(operation, schemas)
  return [
    { name: 'curl', code: curl(operation, sent, origin) },
    { name: 'TypeScript', code: typescript(operation, sent, origin) },
    { name: 'CLI', code: cli(operation, sent) },
  ]
}

const file = 'arrival.csv'

const isForm = ({ type }: Sent) => type === 'multipart/form-data'
const isJson = ({ type }: Sent) => type === 'application/json'
const isBytes = (sent: Sent) => sent.type !== null && !isJson(sent) && !isForm(sent)
const fieldsOf = ({ body }: Sent) => Object.entries((body ?? {}) as Record<string, unknown>)

/** Quotes a word for a shell, so that the shell changes nothing in it. */
const quoteForShell = (word: string) =>
  /^[\w.@=/-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

/** Quotes an address for a shell, which still replaces variables such as `$CROSSDOCK_TOKEN`. */
const address = (word: string) => (/[$?&]/.test(word) ? `"${word}"` : word)

function curl({ method, isOpen }: ApiOperation, sent: Sent, origin: string): string {
  const form = fieldsOf(sent).map(([name, value]) =>
    quoteForShell(`${name}=${name === 'file' ? `@${file}` : String(value)}`)
  )
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`}`,
    address(origin + sent.path),
    ...(isOpen ? [] : ['-H "Authorization: Bearer $CROSSDOCK_TOKEN"']),
    ...(isJson(sent) ? [`--json ${quoteForShell(JSON.stringify(sent.body))}`] : []),
    ...(isForm(sent) ? form.map((field) => `-F ${field}`) : []),
    ...(isBytes(sent) ? [`--data-binary @${file}`] : []),
  ].join(' \\\n  ')
}

function typescript(operation: ApiOperation, sent: Sent, origin: string): string {
  const { method, isOpen, isFile, answer } = operation
  const path = sent.path.replace(/\$([A-Z]+)/g, (_, name: string) => `\${${name.toLowerCase()}}`)
  const quote = path.includes('${') ? '`' : "'"
  const headers = isOpen ? [] : ['authorization: `Bearer ${process.env.CROSSDOCK_TOKEN}`']
  if (isJson(sent)) headers.push("'content-type': 'application/json'")
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length > 0 ? [`headers: {\n    ${headers.join(',\n    ')},\n  }`] : []),
    ...(isJson(sent) ? [`body: JSON.stringify(${literal(sent.body)})`] : []),
    ...(isForm(sent) ? ['body: form'] : []),
    ...(isBytes(sent) ? [`body: await openAsBlob('${file}')`] : []),
  ]
  return [
    ...(isForm(sent) || isBytes(sent) ? ["import { openAsBlob } from 'node:fs'", ''] : []),
    ...(isForm(sent)
      ? [
          'const form = new FormData()',
          `form.append('file', await openAsBlob('${file}'), '${file}')`,
        ]
      : []),
    `const answer = await fetch(${quote}${origin}${path}${quote}${
      options.length > 0 ? `, {\n  ${options.join(',\n  ')},\n}` : ''
    })`,
    'if (!answer.ok) throw new Error((await answer.json()).message)',
    ...(isFile ? ['const bytes = await answer.arrayBuffer()'] : []),
    ...(answer ? [readOf(answer)] : []),
  ].join('\n')
}

/** A value as JSON in several lines, indented like the code around it. */
const literal = (value: unknown) =>
  JSON.stringify(value, null, 2)
    .replace(/^( *)"([A-Za-z]\w*)":/gm, '$1$2:')
    .replaceAll('\n', '\n  ')

function readOf({ properties }: Schema): string {
  const names = ['data', 'nextCursor'].filter((name) => properties?.[name])
  return names.length > 0
    ? `const { ${names.join(', ')} } = await answer.json()`
    : 'const result = await answer.json()'
}

function cli({ method, path }: ApiOperation, sent: Sent): string {
  // In the CLI, uploads have commands of their own.
  if (isForm(sent)) {
    return path.includes('/users/')
      ? 'crossdock users import people.csv'
      : `crossdock assets upload ${file}`
  }
  return [
    `crossdock api ${method} ${address(sent.path)}`,
    ...(isJson(sent) ? fieldsOf(sent).map(([name, value]) => field(name, value)) : []),
    ...(isBytes(sent) ? [`--input ${file}`, "-H 'Content-Type: application/octet-stream'"] : []),
  ].join(' \\\n  ')
}

/** A form field: texts unchanged, other values as JSON. */
const field = (name: string, value: unknown) =>
  typeof value === 'string'
    ? `-f ${quoteForShell(`${name}=${value}`)}`
    : `-F ${quoteForShell(`${name}=${JSON.stringify(value)}`)}`
