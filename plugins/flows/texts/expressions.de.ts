/** German texts about expressions. */
export default {
  'Write the expression.': 'Schreiben Sie den Ausdruck.',
  'The expression has an error: {said}.': 'Der Ausdruck hat einen Fehler: {said}.',
  'The expression has an error at character {position}: {said}.':
    'Der Ausdruck hat einen Fehler bei Zeichen {position}: {said}.',
  'The expression failed: {said}.': 'Der Ausdruck ist fehlgeschlagen: {said}.',
  'The expression failed at character {position}: {said}.':
    'Der Ausdruck ist bei Zeichen {position} fehlgeschlagen: {said}.',
  'The expression failed with the JSONata error {code}.':
    'Der Ausdruck ist mit dem JSONata-Fehler {code} fehlgeschlagen.',
  'The expression failed at character {position} with the JSONata error {code}.':
    'Der Ausdruck ist bei Zeichen {position} mit dem JSONata-Fehler {code} fehlgeschlagen.',
  'An expression may not use $eval. Write what it would evaluate.':
    'Ein Ausdruck darf $eval nicht verwenden. Schreiben Sie, was ausgewertet würde.',
  'The expression has a regular expression that is not supported. Look-ahead, look-behind, and back references are not available.':
    'Der Ausdruck hat einen regulären Ausdruck, der nicht unterstützt wird. Look-ahead, Look-behind und Rückverweise gibt es nicht.',
  'The expression took longer than {ms} ms and was stopped. Make it simpler, or give it more time.':
    'Der Ausdruck hat länger als {ms} ms gebraucht und wurde beendet. Vereinfachen Sie ihn, oder geben Sie ihm mehr Zeit.',
  'The expression needed more than {most} MiB of memory and was stopped. Reduce its input or its result.':
    'Der Ausdruck hat mehr als {most} MiB Speicher gebraucht und wurde beendet. Lassen Sie ihn weniger lesen oder weniger ergeben.',
  'The result has more than {most} KiB. Select less, or make fewer entries.':
    'Das Ergebnis hat mehr als {most} KiB. Wählen Sie weniger aus, oder bilden Sie weniger Einträge.',
  'The input of the expression has more than {most} MiB. Read less.':
    'Was der Ausdruck liest, hat mehr als {most} MiB. Lesen Sie weniger.',
  'The expression calls functions too deeply. Check for a function that calls itself endlessly.':
    'Der Ausdruck ruft Funktionen zu tief auf. Prüfen Sie, ob eine Funktion sich ohne Ende selbst aufruft.',
  'The expression makes a list of more than {most} entries. Make fewer.':
    'Der Ausdruck bildet eine Liste mit mehr als {most} Einträgen. Bilden Sie weniger.',
  'The server is evaluating many expressions. Try again in a few seconds.':
    'Der Server wertet im Moment viele Ausdrücke aus. Versuchen Sie es in einigen Sekunden wieder.',
  'The {field} may have at most {max} characters.': '{field} hat höchstens {max} Zeichen.',
}
