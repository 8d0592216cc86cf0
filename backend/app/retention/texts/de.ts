/** German for the sentences of retention. */
export default {
  'See how long what is recorded is kept': 'Sehen, wie lange Aufzeichnungen aufbewahrt werden',
  'Decide how long what is recorded is kept; what is older is deleted':
    'Festlegen, wie lange Aufzeichnungen aufbewahrt werden; was älter ist, wird gelöscht',
  'Keeps {kind} as long as usual': 'Bewahrt {kind} so lange auf wie üblich',
  'Keeps {kind} for one day': 'Bewahrt {kind} einen Tag lang auf',
  'Keeps {kind} for {days} days': 'Bewahrt {kind} {days} Tage lang auf',
  'Will delete {count} of {kind} after {date}': 'Löscht {count} von {kind} nach dem {date}',
  'There is no kind of record "{kind}". Those that are kept: {kinds}.':
    'Eine Art von Aufzeichnung „{kind}“ gibt es nicht. Aufbewahrt werden: {kinds}.',
  '"{kind}" is named twice. Name it once.':
    '„{kind}“ ist zweimal angegeben. Geben Sie es einmal an.',
  '"{kind}" is kept for {least} days at least. Choose no less than that.':
    '„{kind}“ wird mindestens {least} Tage aufbewahrt. Wählen Sie nicht weniger.',
  'Of "{kind}" {count} are older than that and would be deleted for good from tonight on. Confirm it, if that is meant.':
    'Von „{kind}“ sind {count} älter und würden ab heute Nacht endgültig gelöscht. Bestätigen Sie es, wenn das gemeint ist.',
  'Of "{kind}" {count} or more are older than that and would be deleted for good from tonight on. Confirm it, if that is meant.':
    'Von „{kind}“ sind {count} oder mehr älter und würden ab heute Nacht endgültig gelöscht. Bestätigen Sie es, wenn das gemeint ist.',
  'Event log': 'Ereignisprotokoll',
  'What happened, as the server works with it: who did what, and what set it off. Events that something has yet to handle stay.':
    'Was geschehen ist, so wie der Server damit arbeitet: wer was getan hat und was es ausgelöst hat. Ereignisse, die noch zu verarbeiten sind, bleiben.',
  'What was disconnected goes on behind the last event it has seen, and what failed is tried again for days.':
    'Was getrennt war, macht hinter dem letzten Ereignis weiter, das es gesehen hat, und was fehlgeschlagen ist, wird tagelang erneut versucht.',
  'Failed jobs': 'Fehlgeschlagene Aufträge',
  'Background work that failed for good, until somebody tries it again.':
    'Hintergrundarbeit, die endgültig fehlgeschlagen ist, bis jemand sie erneut versucht.',
  'Parked events': 'Zurückgestellte Ereignisse',
  'What failed again and again, and waits for somebody to try it once more. Its deletion is announced a week before.':
    'Was immer wieder fehlgeschlagen ist und darauf wartet, dass jemand es noch einmal versucht. Die Löschung wird eine Woche vorher angekündigt.',
  '"{kind}" is kept for {longest} days at most, as the environments say ("Keep logs for"). Choose no more than that, or none.':
    '„{kind}“ wird höchstens {longest} Tage aufbewahrt, wie die Umgebungen es sagen („Protokolle aufbewahren“). Wählen Sie nicht mehr, oder nichts.',
}
