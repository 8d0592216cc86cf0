interface Options {
  /** A sentence that says what the person can do now. */
  hint?: string | undefined
  cause?: unknown
}

/** An error with a code for programs and a sentence for people. */
export class AgentError extends Error {
  readonly hint: string | undefined

  constructor(
    readonly code: string,
    message: string,
    { hint, cause }: Options = {}
  ) {
    super(message, { cause })
    this.name = new.target.name
    this.hint = hint
  }
}

/** Reasons of the operating system, as the second half of a sentence. */
const REASONS: Record<string, string> = {
  EACCES: 'the agent may not access it',
  ENOTEMPTY: 'the folder is not empty',
  EEXIST: 'something has this name already',
  EPERM: 'the system does not permit it',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EIO: 'the disk reports an error',
  EBUSY: 'another program uses it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ELOOP: 'it is a link',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  EFBIG: 'the file system takes no file of this size',
}

const systemCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Returns whether the error means that the disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  /^(ENOSPC|EDQUOT)$/.test(systemCode(error)) ||
  (error instanceof AgentError && error.code === 'E_DISK_FULL') ||
  // SQLITE_FULL
  (error instanceof Error && 'errcode' in error && error.errcode === 13)

/** Returns the reason of an error, without a full stop: "the disk is full". */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return REASONS[systemCode(error)] ?? message.replace(/\.$/, '')
}

/** Creates an error about a file, as a sentence that names the file. */
export function fileError(
  path: string,
  error: unknown,
  verb: 'read' | 'write' = 'read'
): AgentError {
  if (error instanceof AgentError) return error
  const code = isDiskFull(error) ? 'E_DISK_FULL' : 'E_FILE'
  const message =
    verb === 'read'
      ? `The agent cannot read "${path}": ${reasonOf(error)}.`
      : `The agent cannot write "${path}": ${reasonOf(error)}.`
  return new AgentError(code, message, { cause: error })
}
