/** English texts of the command palette and of the map of keys. */
export default {
  palette: {
    title: 'Search and commands',
    placeholder: 'Search files, systems, workflows or do something...',
    results: 'Results',
    none: 'Nothing matches “%{query}”.',
    failed: 'Could not be searched: %{names}.',
    group: { recent: 'Recent', screens: 'Go to', actions: 'Do' },
    caps: { Ctrl: 'Ctrl', Delete: 'Delete', Backspace: 'Backspace' },
    keys: {
      title: 'Keyboard shortcuts',
      text: 'Keys that do something here. They are silent while you type.',
      keywords: 'keys keyboard help',
      go: 'Go to a screen',
      all: 'Everywhere',
      toast: 'Go to the notification',
    },
  },
}
