/** German texts of approvals. */
export default {
  Approval: 'Freigabe',
  'Asks people and waits for their decision': 'Fragt Personen und wartet auf ihre Entscheidung',
  Question: 'Frage',
  'May this order be released?': 'Darf diese Bestellung freigegeben werden?',
  Details: 'Einzelheiten',
  'What people need to know to decide.': 'Was man wissen muss, um zu entscheiden.',
  'Time to decide': 'Zeit für die Entscheidung',
  '{trigger.body.order} inserts a value.': '{trigger.body.order} fügt einen Wert ein.',
  'Leave empty for no limit. At most 366 days.':
    'Ohne Angabe: so lange es dauert; höchstens 366 Tage.',
  'When the time is over': 'Wenn die Zeit vorbei ist',
  Deputies: 'Vertreter',
  'People who are asked then.': 'Personen, die dann gefragt werden.',
  'Roles of deputies': 'Rollen der Vertreter',
  'All people who have one of these roles then.': 'Alle, die dann eine dieser Rollen haben.',
  'Write the question.': 'Schreiben Sie die Frage.',
  'Say who decides: people or roles.': 'Sagen Sie, wer entscheidet: Personen oder Rollen.',
  'The time to decide must be from 1 minute to {days} days.':
    'Die Zeit für die Entscheidung muss zwischen 1 Minute und {days} Tagen liegen.',
  'Give the time to decide, after which this happens.':
    'Geben Sie die Zeit für die Entscheidung an, nach der das geschieht.',
  'Say who is asked when the time is over.':
    'Sagen Sie, wer gefragt wird, wenn die Zeit vorbei ist.',
  'The run does not wait for this decision any more: it has ended.':
    'Die Ausführung wartet nicht mehr auf diese Entscheidung: Sie ist beendet.',
  '{name} has approved this already.': '{name} hat das bereits freigegeben.',
  '{name} has rejected this already.': '{name} hat das bereits abgelehnt.',
  'This has been decided already.': 'Das wurde bereits entschieden.',
  'The time to decide is over.': 'Die Zeit für die Entscheidung ist vorbei.',
  'You are not one of the people who decide this.':
    'Sie gehören nicht zu denen, die das entscheiden.',
  'There is no approval with the id "{id}".': 'Es gibt keine Freigabe mit der Id „{id}“.',
  'To see approvals of other people you need the permission flows.read. Leave out the scope to see yours.':
    'Freigaben anderer erfordern die Berechtigung flows.read. Lassen Sie scope weg, um Ihre zu sehen.',
  'A workflow waits for your decision.': 'Ein Workflow wartet auf Ihre Entscheidung.',
  '{name} waits for your decision: {question}': '{name} wartet auf Ihre Entscheidung: {question}',
  'Approved for workflow {name}: {question}': 'Freigegeben für Workflow {name}: {question}',
  'Rejected for workflow {name}: {question}': 'Abgelehnt für Workflow {name}: {question}',
  'No person decided in time for workflow {name}: {question}':
    'Niemand hat rechtzeitig entschieden für Workflow {name}: {question}',
}
