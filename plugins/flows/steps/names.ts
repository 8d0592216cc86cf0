/** Labels of comparisons. */
export const namesOfOperators = {
  'x-names': {
    equals: 'equals',
    not_equals: 'does not equal',
    contains: 'contains',
    greater: 'is greater than',
    less: 'is less than',
    exists: 'exists',
    not_exists: 'does not exist',
  },
}

/** Labels of units of time. */
export const namesOfUnits = {
  'x-names': { seconds: 'seconds', minutes: 'minutes', hours: 'hours', days: 'days' },
}
