/** Something a person can put right: shown as its sentence alone, without a stack. */
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
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  ENOTDIR: 'it is no folder',
  EEXIST: 'it is no folder',
}

/** The reason why the operating system refused to change a folder, as part of a sentence. */
export const reasonOf = ({ code, message }) => reasons[code] ?? message
