import type { CreatedShare } from '@crossdock/client'
import { resolveAssets } from '../../assets/several.js'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { textOf } from '../../local_file.js'
import { instantOf } from '../../times.js'

export interface ShareOptions {
  upload?: boolean
  name?: string
  expires?: string
  maxDownloads?: string
  passwordFile?: string
  mail?: string[]
  message?: string
}

/** Creates a link to a file or folder, and prints only the link on stdout. */
export async function shareAsset(
  factory: Factory,
  pathOrId: string,
  options: ShareOptions
): Promise<void> {
  const { upload, name, expires, passwordFile, mail: recipients, message } = options
  const expiresAt = expires && instantOf('--expires', expires, { counting: 'ahead' })
  const maxDownloads = numberOf(options.maxDownloads)
  const password = passwordFile && (await passwordIn(factory, passwordFile))
  const api = await factory.api()
  const [asset] = await resolveAssets(api, [pathOrId])
  const body = {
    kind: upload ? 'upload' : 'download',
    name,
    expiresAt,
    maxDownloads,
    password,
    recipients,
    message,
  }
  const made = await api.post<CreatedShare>(`/api/assets/${asset!.id}/shares`, body)
  if (factory.flags.json) return factory.printJson(made)
  factory.say(made.url)
  const mailed = made.recipients.length > 0 ? ` Mailed to ${made.recipients.join(', ')}.` : ''
  factory.note(`The link is shown only once. It works until ${made.expiresAt}.${mailed}`)
}

function numberOf(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined
  if (/^[1-9]\d{0,6}$/.test(typed)) return Number(typed)
  throw new UsageError(`--max-downloads "${typed}" is not a number.`, 'Give one from 1 on.')
}

async function passwordIn(factory: Factory, file: string): Promise<string> {
  const [line = ''] = (await textOf(factory, file)).split(/\r?\n/)
  if (line !== '') return line
  throw new UsageError(
    `The first line of ${file === '-' ? 'standard input' : `"${file}"`} is empty.`,
    'Write the password on its first line.'
  )
}
