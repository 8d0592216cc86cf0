import type { Validator } from '@crossdock/kernel/shapes'

/** A schema made with `vine.create` whose output is a configuration of this shape. */
export type ConfigSchema<Config> = Validator & {
  readonly '~standard': { readonly types?: { readonly output: Config } | undefined }
}
