/** German for the people that steps name. */
export default {
  'There is no person with the id "{id}" in your organization.':
    'In Ihrer Organisation gibt es keine Person mit der Id „{id}“.',
  'There is no role "{role}" in your organization.':
    'In Ihrer Organisation gibt es keine Rolle „{role}“.',
  '"{email}" belongs to nobody in your organization. A step sends mail to its people only. Invite this person, or share a link.':
    '„{email}“ gehört niemandem in Ihrer Organisation. Ein Schritt schreibt nur an deren Personen. Laden Sie diese Person ein, oder teilen Sie einen Link.',
  'More than {most} people have these roles. Name fewer roles.':
    'Mehr als {most} Personen haben diese Rollen. Nennen Sie weniger Rollen.',
  'Nobody who is named in this step is in the organization any more. Name others in the workflow.':
    'Niemand, der in diesem Schritt genannt ist, gehört noch zur Organisation. Nennen Sie andere im Workflow.',
}
