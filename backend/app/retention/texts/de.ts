/** German for the sentences of retention. */
export default {
  'See how long records are kept': 'Sehen, wie lange Aufzeichnungen aufbewahrt werden',
  'Set how long records are kept; older records are deleted':
    'Festlegen, wie lange Aufzeichnungen aufbewahrt werden; was älter ist, wird gelöscht',
  'Keeps {kind} as long as usual': 'Bewahrt {kind} so lange auf wie üblich',
  'Keeps {kind} for one day': 'Bewahrt {kind} einen Tag lang auf',
  'Keeps {kind} for {days} days': 'Bewahrt {kind} {days} Tage lang auf',
  'Will delete {count} of {kind} after {date}': 'Löscht {count} von {kind} nach dem {date}',
  'There is no kind of record "{kind}". Those that are kept: {kinds}.':
    'Eine Art von Aufzeichnung „{kind}“ gibt es nicht. Aufbewahrt werden: {kinds}.',
  '"{kind}" is named twice. Name it once.':
    '„{kind}“ ist zweimal angegeben. Geben Sie es einmal an.',
  '"{kind}" is kept for at least {least} days. Choose {least} or more.':
    '„{kind}“ wird mindestens {least} Tage aufbewahrt. Wählen Sie nicht weniger.',
  '1 record of "{kind}" is older and would be deleted permanently from tonight on. Set confirm to true to delete it.':
    'Von „{kind}“ ist eine älter und würde ab heute Nacht endgültig gelöscht. Bestätigen Sie es, wenn das gemeint ist.',
  '{count} records of "{kind}" are older and would be deleted permanently from tonight on. Set confirm to true to delete them.':
    'Von „{kind}“ sind {count} älter und würden ab heute Nacht endgültig gelöscht. Bestätigen Sie es, wenn das gemeint ist.',
  '{count} or more records of "{kind}" are older and would be deleted permanently from tonight on. Set confirm to true to delete them.':
    'Von „{kind}“ sind {count} oder mehr älter und würden ab heute Nacht endgültig gelöscht. Bestätigen Sie es, wenn das gemeint ist.',
  'Event log': 'Ereignisprotokoll',
  'What people and the server did, and what triggered it. Events that are not yet handled stay.':
    'Was geschehen ist, so wie der Server damit arbeitet: wer was getan hat und was es ausgelöst hat. Ereignisse, die noch zu verarbeiten sind, bleiben.',
  'A disconnected consumer continues after the last event it has seen, and failed work is retried for days.':
    'Was getrennt war, macht hinter dem letzten Ereignis weiter, das es gesehen hat, und was fehlgeschlagen ist, wird tagelang erneut versucht.',
  'Failed jobs': 'Fehlgeschlagene Aufträge',
  'Background work that failed, until it is retried.':
    'Hintergrundarbeit, die endgültig fehlgeschlagen ist, bis jemand sie erneut versucht.',
  'Parked events': 'Zurückgestellte Ereignisse',
  'Events that failed repeatedly and wait for a retry. Their deletion is announced a week before.':
    'Was immer wieder fehlgeschlagen ist und darauf wartet, dass jemand es noch einmal versucht. Die Löschung wird eine Woche vorher angekündigt.',
  '"{kind}" is kept for {longest} days at most, as set in the environments ("Keep logs for"). Choose fewer days, or none.':
    '„{kind}“ wird höchstens {longest} Tage aufbewahrt, wie die Umgebungen es sagen („Protokolle aufbewahren“). Wählen Sie nicht mehr, oder nichts.',
}
