/** German sentences of the event log. */
export default {
  'There is no trace of a "{type}". Use one of: {choices}.':
    'Eine Spur von „{type}“ gibt es nicht. Verwenden Sie eines von: {choices}.',
  'There is no event with the id "{id}".': 'Ein Ereignis mit der ID „{id}“ gibt es nicht.',
}
