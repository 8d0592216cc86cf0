/** Something a person can put right: shown as its sentence alone, without a stack. */
export class Refusal extends Error {
  constructor(message, status = 1) {
    super(message)
    this.status = status
  }
}
