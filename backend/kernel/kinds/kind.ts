import type { Output, Validator } from '../shapes/index.js'

/**
 * Something that people configure: a type of step, a trigger, a connector, a way to sign in. Kinds fill
 * extension points with configured items. The schema defines all of a configuration: valid values, secrets,
 * references to other objects, and the form in the console.
 */
export interface Kind<Config extends Validator = Validator> {
  /** Shown when people choose a kind: `API call`. */
  label: string
  /** What it does, in one sentence. */
  description: string
  /** Name of an icon of the console, listed in docs/plugin-reference.md: `mail`. */
  icon?: string
  /**
   * Shape of the configuration, made with `vine.create`. `part()` adds label and hint; `secret()` and
   * `reference()` mark the meaning of a part.
   */
  config: Config
}

/** The type of a valid configuration of this kind. */
export type ConfigOf<K extends Kind> = Output<K['config']>
