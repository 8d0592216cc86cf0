/** German for what ends passes. */
export default {
  'The person whose rights the contract uses may not change files any more. Another person must take the contract over.':
    'Die Person, deren Rechte der Vertrag nutzt, darf keine Dateien mehr ändern. Eine andere Person muss den Vertrag übernehmen.',
}
