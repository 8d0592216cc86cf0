import type { Validator } from '@crossdock/kernel/http'

/** A schema made with `vine.create` that gives configurations of this shape. */
export type ConfigSchema<Config> = Validator & {
  readonly '~standard': { readonly types?: { readonly output: Config } | undefined }
}
