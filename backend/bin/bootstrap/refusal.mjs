/** An error that a person can fix. Printed without a stack. */
export class Refusal extends Error {
  constructor(message, status = 1) {
    super(message)
    this.status = status
  }
}

const reasons = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'it is on a disk that is read only',
  EACCES: 'this account has no write permission there',
  EPERM: 'this account has no write permission there',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
}

/** Why the operating system refused to change a folder, as part of a sentence. */
export const reasonOf = ({ code, message }) => reasons[code] ?? message
