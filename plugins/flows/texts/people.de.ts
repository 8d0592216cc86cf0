/** German texts about the people that steps name. */
export default {
  'There is no person with the id "{id}" in your organization.':
    'In Ihrer Organisation gibt es keine Person mit der Id „{id}“.',
  'There is no role "{role}" in your organization.':
    'In Ihrer Organisation gibt es keine Rolle „{role}“.',
  '"{email}" does not belong to your organization. A step sends mail only to people of the organization. Invite this person, or share a link.':
    '„{email}“ gehört niemandem in Ihrer Organisation. Ein Schritt schreibt nur an deren Personen. Laden Sie diese Person ein, oder teilen Sie einen Link.',
  'More than {most} people have these roles. Choose fewer roles.':
    'Mehr als {most} Personen haben diese Rollen. Nennen Sie weniger Rollen.',
  'The people in this step are no longer in the organization. Choose others in the workflow.':
    'Niemand, der in diesem Schritt genannt ist, gehört noch zur Organisation. Nennen Sie andere im Workflow.',
}
