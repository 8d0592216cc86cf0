import { english } from '@crossdock/kernel/ground'
import { checkConfig, openConfig, type Kind } from '@crossdock/kernel/kinds'
import { resolveAddress } from '../placeholders/base_url.js'
import { CallRefused } from '../placeholders/call_refused.js'
import { fillConfig } from '../placeholders/filled_config.js'
import { fillVariables } from '../placeholders/variables.js'
import type { Call, CallVariables, Credentials } from '../contracts/index.js'
import type { ExternalSystem } from '../models/external_system.js'
import { kindsOf } from './known.js'
import { secretValues } from './secret_values.js'
import { contextOf, storedAuth } from './stored.js'

/** A system as its connector receives it, with the secrets to mask. */
export interface OpenedSystem {
  system: Call['system']
  secrets: string[]
  /** Sealed values that look like ordinary words. They are masked only in the request that sends them. */
  plain: string[]
}

/**
 * Opens the configuration of a system for one call. Refuses one that no longer fits its connector or
 * authentication type, so that nothing wrong is sent.
 * @param variables variables of the call's environment
 * @throws CallRefused if the configuration does not fit, with or without its variables filled
 * @throws SecretError if the key of a secret is missing
 */
export async function openSystem(
  system: ExternalSystem,
  variables: CallVariables | undefined
): Promise<OpenedSystem> {
  const { id, name, baseUrl, systemType, authType } = system
  const kinds = kindsOf(system)
  if (!kinds.connector) {
    throw new CallRefused(
      `${name} cannot be called: no connector for the system type ${systemType} is installed.`
    )
  }
  if (!kinds.authType || !kinds.connector.authTypes.includes(authType)) {
    throw new CallRefused(
      `${name} cannot be called: ${kinds.connector.label} does not know the authentication ${authType}. Choose another one for the system.`
    )
  }
  const context = contextOf(id)
  const auth = storedAuth(system)
  const stored = { config: system.config, authConfig: auth }
  const fill = (text: string) => (variables ? fillVariables(text, variables) : text)
  const { secrets, plain } = secretValues(stored, context)
  const opened = {
    id,
    name,
    baseUrl:
      baseUrl === null || !variables
        ? baseUrl
        : resolveAddress(baseUrl, `The base URL of ${name}`, variables),
    authType,
    config: await fitting<unknown>(kinds.connector, system.config, 'config', system, variables),
    auth: await fitting<Credentials>(kinds.authType, auth, 'authConfig', system, variables),
  }
  return { system: opened, secrets: secrets.map(fill), plain: plain.map(fill) }
}

async function fitting<Config>(
  kind: Kind,
  stored: unknown,
  at: string,
  { id, name }: ExternalSystem,
  variables: CallVariables | undefined
): Promise<Config> {
  const open = openConfig(stored, contextOf(id))
  const filled = variables ? fillConfig(kind, open, name, variables) : open
  const checked = await checkConfig(kind, filled, at)
  if (!checked.errors) return checked.config as unknown as Config
  const [{ field, text }] = checked.errors
  throw new CallRefused(
    `${name} cannot be called: what is stored for it does not fit ${kind.label} any more (${field}: ${english(text).replace(/\.$/, '')}). Open the system, put it right and save it.`
  )
}
