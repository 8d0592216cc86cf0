/** German for the sentences of environments. */
export default {
  'There is no environment with the id or name "{id}".':
    'Eine Umgebung mit der ID oder dem Namen „{id}“ gibt es nicht.',
}
