/** English texts of the kit's components. */
export const kitMessages = {
  kit: {
    cancel: 'Cancel',
    close: 'Close',
    loading: 'Loading',
    actions: 'Actions',
    active: 'Active',
    inactive: 'Inactive',
    json: {
      invalid: 'This is not valid JSON: %{reason}',
      notObject: 'This must be a JSON object, such as %{example}',
      notText: 'The value of “%{key}” must be text in quotes',
    },
    schema: {
      secretSet: 'A secret is set. It stays as it is unless you enter another.',
      json: 'JSON',
    },
    pager: {
      label: 'Pages',
      shown: '%{from}–%{to} of %{total}',
      previous: 'Go to previous page',
      next: 'Go to next page',
    },
    toast: { region: 'Notifications (F8)', dismiss: 'Dismiss notification' },
    error: {
      toast: 'Error',
      title: 'This could not be loaded',
      retry: 'Try again',
      unknown: 'Something went wrong. Try again.',
      unreachable: 'The server could not be reached. Check your connection and try again.',
      server: 'The server could not answer this request. Try again in a moment.',
      refused: 'The server refused this request.',
    },
    session: {
      ended: 'Your session has ended',
      notSaved: 'Nothing was saved. Sign in again and repeat it.',
      changed: 'Another sign-in has replaced yours in this browser. Nothing was saved.',
      left: 'You signed out before the server answered.',
      signIn: 'Sign in',
    },
    unsaved: {
      title: 'Discard changes?',
      text: 'What you entered has not been saved.',
      discard: 'Discard',
      keep: 'Keep editing',
    },
    saving: {
      title: 'Leave before it is saved?',
      text: 'The server has not answered yet. It may be saved all the same; a notice will say what became of it.',
      discard: 'Leave',
      keep: 'Wait',
    },
    denied: {
      title: 'Access Denied',
      description: 'You do not have permission to see this. Ask an administrator for access.',
    },
  },
}
