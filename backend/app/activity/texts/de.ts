/** German for the sentences of the activity log. */
export default {
  'There is no event type "{type}".': 'Eine Ereignisart „{type}“ gibt es nicht.',
}
