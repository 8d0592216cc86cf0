import type { ErrorReporterContract, MessagesProviderContact } from '@vinejs/vine/types'

interface Wording {
  errorReporter: () => ErrorReporterContract
  messagesProvider: MessagesProviderContact
}

/** What the HTTP layer needs of a validator made by `vine.create`. */
export interface Validator {
  validate(data: unknown, options?: Wording): Promise<unknown>
  messagesProvider: MessagesProviderContact
  toJSONSchema(): object
  /** The compiled schema. */
  toJSON(): object
}

/** The output type a validator declares (standardschema.dev). */
export type Output<V> = V extends {
  readonly '~standard': { readonly types?: { readonly output: infer O } | undefined }
}
  ? O
  : undefined
