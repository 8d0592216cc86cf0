import { extensionPoint, service } from '@crossdock/kernel/plugin'
import type { KnownSecrets } from '@crossdock/kernel/secrets'
import type { VariableReader } from './variables.js'

/** A plugin's source of secrets of environments, in addition to their variables. */
export interface SecretHolder {
  /** Target types of events: after one of these events the secrets are read again. */
  targetTypes: readonly string[]
  /**
   * The secrets of the context's environment.
   * @param variables of that environment, to fill placeholders in the secrets
   */
  secrets(variables: VariableReader): Promise<string[]>
}

/** The plugins' sources of secrets. */
export const secretHolders = extensionPoint<SecretHolder>('environments.secretHolders')

export interface EnvironmentSecrets {
  /**
   * All secrets of the context's environment, or of `production` outside any environment. They are
   * decrypted once, and again after a change.
   */
  known(): Promise<KnownSecrets>
}

/**
 * The secrets of environments. Logs, outputs and errors mask all secrets of their environment: a
 * partner's answer may repeat a secret that another call has sent.
 */
export const environmentSecrets = service<EnvironmentSecrets>('environments.secrets')
