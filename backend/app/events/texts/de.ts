/** German for the texts of the event log. */
export default {
  'There is no trace of a "{type}". Use one of: {choices}.':
    'Eine Spur von „{type}“ gibt es nicht. Verwenden Sie eines von: {choices}.',
  'The filter "{name}" cannot be combined with an event id in "after". Use eventType or group.':
    'Der Filter „{name}“ passt nicht zur ID eines Ereignisses in „after“. Verwenden Sie eventType oder group.',
  'There is no event with the id "{id}" to continue from. It may have been deleted: read from the beginning with after=0.':
    'Es gibt kein Ereignis mit der ID „{id}“, hinter dem weitergelesen werden kann. Vielleicht wurde es gelöscht: Lesen Sie mit after=0 von Anfang an.',
  'The filter "after" accepts an event id only in GET /api/events. Give an instant.':
    'Der Filter „after“ nimmt die ID eines Ereignisses nur in GET /api/events. Geben Sie einen Zeitpunkt an.',
  'There is no event with the id "{id}".': 'Ein Ereignis mit der ID „{id}“ gibt es nicht.',
}
