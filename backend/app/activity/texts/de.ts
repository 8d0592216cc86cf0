/** German for the texts of the activity feed. */
export default {
  '{action}, and {count} more': '{action}, und {count} weitere',
  '{count} changes, some of them in a folder that is closed to you':
    '{count} Änderungen, teils in einem Ordner, der Ihnen verschlossen ist',
  'Something in a folder that is closed to you':
    'Etwas in einem Ordner, der Ihnen verschlossen ist',
  'A visitor of a link': 'Besuch über einen Link',
  'This export ends here, after {count} entries, and there are more. Narrow it, for example with the filters "after" and "before".':
    'Dieser Export endet hier, nach {count} Einträgen, und es gibt mehr. Schränken Sie ihn ein, zum Beispiel mit den Filtern „after“ und „before“.',
  'There is no event type "{type}".': 'Eine Ereignisart „{type}“ gibt es nicht.',
  Activity: 'Aktivität',
  'The activity feed: what people and the system did, in sentences.':
    'Die Aktivitäten: was Menschen und das System getan haben, in Sätzen.',
}
