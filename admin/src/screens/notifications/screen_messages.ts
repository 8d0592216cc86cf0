/** English texts of notifications. */
export default {
  notifications: {
    title: 'Notifications',
    subtitle: 'What you were told of: for you alone',
    bell: {
      none: 'Notifications: nothing unread',
      some: 'Notifications: %{count} unread',
    },
    list: 'Your notifications',
    isUnread: 'Unread:',
    markRead: 'Mark as read',
    markAll: 'Mark all as read',
    failed: 'It could not be marked as read',
    all: 'See all',
    settings: 'Settings',
    empty: {
      title: 'Nothing to tell you',
      text: 'When something needs you, it stands here.',
    },
    noMatch: 'No notification matches your filters',
    column: {
      text: 'What happened',
      kind: 'Kind',
      time: 'Time',
      state: 'State',
    },
    state: { unread: 'Unread', read: 'Read' },
    choose: {
      title: 'What you are told of',
      text: 'It counts for what happens from now on. Mails come some minutes later, several in one, and not for what you have read here.',
      kind: 'Kind',
      console: 'In the console',
      mail: 'By mail',
      both: '%{kind}: %{channel}',
      always: 'Always',
      fixed: 'A mail of its own says what to do.',
      failed: 'Your choice could not be saved',
      operator: {
        title: 'For people of an organization',
        text: 'You belong to none, so you get no notifications.',
      },
    },
  },
}
