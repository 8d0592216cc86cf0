import type { Output, Validator } from '../http/index.js'

/**
 * Something people configure: a type of step, a trigger, a connector, a way of signing in. Extension
 * points whose items are configured are filled with kinds. The schema decides everything about a
 * configuration: what is accepted, what is secret, which other object a part names, and which form
 * the console draws.
 */
export interface Kind<Config extends Validator = Validator> {
  /** What people choose it by: `API call`. */
  label: string
  /** What it does, in one sentence. */
  description: string
  /** Name of one of the icons the console draws, which docs/plugins.md lists: `mail`. */
  icon?: string
  /**
   * Shape of the configuration, made with `vine.create`. `part()` gives a part its label and hint,
   * `secret()` and `reference()` say what it holds.
   */
  config: Config
}

/** A configuration as the kind's schema gives it. */
export type ConfigOf<K extends Kind> = Output<K['config']>
