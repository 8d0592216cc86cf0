import { text, type Text } from '@crossdock/kernel/ground'
import { evalRefused, regexRefused, type Fault } from './fault.js'
import { limits } from './limits.js'

/**
 * Returns the error message for an expression that could not be evaluated. It never contains a value that was
 * read, because that may be a secret.
 * @param deadlineMs the time limit of the evaluation
 */
export function faultText({ code, position, said }: Fault, deadlineMs: number): Text {
  const own = ours(code, deadlineMs)
  if (own) return own
  // Errors of the parser (S…) contain parts of the expression.
  if (code.startsWith('S') && said) {
    if (position === null) return text('The expression has an error: {said}.', { said })
    return text('The expression has an error at character {position}: {said}.', { position, said })
  }
  const known = Object.hasOwn(failures, code) ? failures[code as keyof typeof failures] : undefined
  if (known) {
    return position === null
      ? text('The expression failed: {said}.', { said: known })
      : text('The expression failed at character {position}: {said}.', { position, said: known })
  }
  return position === null
    ? text('The expression failed with the JSONata error {code}.', { code })
    : text('The expression failed at character {position} with the JSONata error {code}.', {
        position,
        code,
      })
}

function ours(code: string, deadlineMs: number): Text | undefined {
  if (code === evalRefused) {
    return text('An expression may not use $eval. Write what it would evaluate.')
  }
  if (code === regexRefused) {
    return text(
      'The expression has a regular expression that is not supported. Look-ahead, look-behind, and back references are not available.'
    )
  }
  if (code === 'D1012' || code === 'deadline') {
    return text(
      'The expression took longer than {ms} ms and was stopped. Make it simpler, or give it more time.',
      { ms: deadlineMs }
    )
  }
  if (code === 'memory') {
    return text(
      'The expression needed more than {most} MiB of memory and was stopped. Reduce its input or its result.',
      { most: limits.heapMb }
    )
  }
  if (code === 'tooLarge') {
    return text('The result has more than {most} KiB. Select less, or make fewer entries.', {
      most: limits.resultBytes / 1024,
    })
  }
  if (code === 'inputTooLarge') {
    return text('The input of the expression has more than {most} MiB. Read less.', {
      most: limits.inputBytes / 1024 / 1024,
    })
  }
  if (code === 'D1011' || code === 'tooDeep') {
    return text(
      'The expression calls functions too deeply. Check for a function that calls itself endlessly.'
    )
  }
  if (code === 'D2015' || code === 'D2014') {
    return text('The expression makes a list of more than {most} entries. Make fewer.', {
      most: limits.sequence,
    })
  }
  return undefined
}

/** Messages of JSONata about values, without the values. */
const failures = {
  T0410: 'an argument of a function has the wrong type',
  T0411: 'a function cannot use the current value',
  T0412: 'an argument of a function must be a list of another type',
  T1003: 'a key of an object must be a text',
  T1005: 'something is called that is not a function; names of functions start with $',
  T1006: 'something is called that is not a function',
  T2001: 'the left side of an operator must be a number',
  T2002: 'the right side of an operator must be a number',
  T2003: 'the left side of .. must be a whole number',
  T2004: 'the right side of .. must be a whole number',
  T2006: 'the right side of ~> must be a function',
  T2007: 'values to be sorted have different types',
  T2008: 'values to be sorted must be numbers or texts',
  T2009: 'the values on both sides of an operator have different types',
  T2010: 'the values on both sides of an operator must be numbers or texts',
  D1001: 'a number is out of range',
  D1002: 'only a number can be negated',
  D1004: 'a regular expression matches an empty text',
  D1009: 'two keys of an object are equal',
  D3001: 'a text cannot be made of this number',
  D3030: 'a value is not a number',
  D3070: 'a list to be sorted must hold only numbers or only texts',
  D3110: 'a text is not an ISO 8601 time',
  D3137: 'the expression called $error',
  D3141: 'an $assert of the expression failed',
} as const
