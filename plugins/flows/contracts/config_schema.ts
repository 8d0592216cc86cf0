import type { Validator } from '@crossdock/kernel/shapes'

/** A schema made with `vine.create` whose output has the type `Config`. */
export type ConfigSchema<Config> = Validator & {
  readonly '~standard': { readonly types?: { readonly output: Config } | undefined }
}
