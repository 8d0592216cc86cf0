import variables from './variables.de.js'

/** German for the sentences of environments. */
export default {
  ...variables,
  'There is no environment with the id or name "{id}".':
    'Eine Umgebung mit der ID oder dem Namen „{id}“ gibt es nicht.',
}
