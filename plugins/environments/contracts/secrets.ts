import { extensionPoint, service } from '@crossdock/kernel/plugin'
import type { KnownSecrets } from '@crossdock/kernel/secrets'
import type { VariableReader } from './variables.js'

/** A plugin's source of secrets of an environment, in addition to its secret variables. */
export interface SecretHolder {
  /** Target types of events. After an event about one of these targets, the secrets are read again. */
  targetTypes: readonly string[]
  /**
   * Returns the secrets of the context's environment.
   * @param variables of that environment, to fill placeholders in the secrets
   */
  secrets(variables: VariableReader): Promise<string[]>
}

/** The sources of secrets that plugins add. */
export const secretHolders = extensionPoint<SecretHolder>('environments.secretHolders')

export interface EnvironmentSecrets {
  /**
   * Returns all secrets of the context's environment, or of `production` outside any environment. They are
   * decrypted once, and again after a change.
   */
  known(): Promise<KnownSecrets>
}

/**
 * The secrets of environments. Logs, outputs and errors mask all secrets of their environment, because a
 * partner's answer may contain a secret that another call has sent.
 */
export const environmentSecrets = service<EnvironmentSecrets>('environments.secrets')
