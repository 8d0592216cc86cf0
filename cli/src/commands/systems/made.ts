import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import { jsonOf } from '../../local_file.js'

/** What a person says of a system that is made of a description or a template. */
export interface MadeOptions {
  name?: string
  baseUrl?: string
  authType?: string
  credentials?: string
  only?: string[]
}

/** Its options, the same for both. @param source `description` or `template` */
export const addMadeOptions = (command: Command, source: string): Command =>
  command
    .addOption(severalKeys())
    .option('--name <name>', `of the system; that of the ${source} when left out`)
    .option('--base-url <url>', 'the address all paths are relative to')
    .option('--auth-type <type>', `how the system authenticates; as in the ${source} when left out`)
    .option('--credentials <file>', 'the credentials as JSON ("-" is standard input)')

/** These options as the API takes them. */
export async function madeBody(
  factory: Factory,
  { name, baseUrl, authType, credentials, only }: MadeOptions
): Promise<object> {
  return {
    ...{ name, baseUrl, authType },
    ...(only ? { keys: only } : {}),
    ...(credentials === undefined ? {} : { authConfig: await jsonOf(factory, credentials) }),
  }
}

/** `--only`, which may be given several times. */
export const severalKeys = (): Option =>
  new Option('--only <key>', 'only this one; may be given several times').argParser(
    (value: string, before: string[] = []) => [...before, value]
  )

export const endpointsCounted = (count: number): string =>
  count === 1 ? '1 endpoint' : `${count} endpoints`
