import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import { jsonOf } from '../../local_file.js'

/** The options for a system created from a description or a template. */
export interface NewSystemOptions {
  name?: string
  baseUrl?: string
  authType?: string
  credentials?: string
  only?: string[]
}

/**
 * Adds these options to a command.
 * @param source `description` or `template`
 */
export const addNewSystemOptions = (command: Command, source: string): Command =>
  command
    .addOption(severalKeys())
    .option('--name <name>', `name of the system (default: that of the ${source})`)
    .option('--base-url <url>', 'base URL of all paths')
    .option('--auth-type <type>', `how the system authenticates (default: as in the ${source})`)
    .option('--credentials <file>', 'the credentials as JSON ("-" is standard input)')

/** Converts these options to the form of the API. */
export async function newSystemBody(
  factory: Factory,
  { name, baseUrl, authType, credentials, only }: NewSystemOptions
): Promise<object> {
  return {
    name,
    baseUrl,
    authType,
    ...(only ? { keys: only } : {}),
    ...(credentials === undefined ? {} : { authConfig: await jsonOf(factory, credentials) }),
  }
}

/** The option `--only`, which may repeat. */
export const severalKeys = (): Option =>
  new Option('--only <key>', 'only this operation; may be given several times').argParser(
    (value: string, before: string[] = []) => [...before, value]
  )

export const endpointsCounted = (count: number): string =>
  count === 1 ? '1 endpoint' : `${count} endpoints`
