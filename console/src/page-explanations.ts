/** What the pages that are made by hand are for; those that are drawn are explained by their declaration. A page without one is a mistake of types. */
import type { Explained } from '../../src/resource/chapter.ts'
import { t } from './texts/t.ts'

/** By their address within the church, as in `church-pages.tsx`. */
export const EXPLANATIONS = {
  '': {
    says: t('What is new and what waits for you. What you see here depends on your role.'),
    chapter: 'first-sunday',
  },
  '/people/new': {
    says: t('A name is enough to begin with. Everything else can be filled in later.'),
    chapter: 'first-sunday',
  },
  '/people/duplicates': {
    says: t('Records that may be of the same person. Look at both, then merge them or say that they are two people.'),
    chapter: 'first-sunday',
  },
  '/people/paper': {
    says: t('A church directory or address labels on paper, of the people you choose.'),
    chapter: 'first-sunday',
  },
  '/people/merge': {
    says: t(
      'Two records of one person become one. Gifts, groups and messages of both are kept; choose which details stay.',
    ),
    chapter: 'first-sunday',
  },
  '/people/:id': {
    says: t('Everything your role may see of one person. What is changed here is kept in their history.'),
    chapter: 'first-sunday',
  },
  '/branches': {
    says: t(
      'The places your church meets at. Each person, gift and group belongs to a branch, and who is limited to one sees that branch and those below it.',
    ),
    chapter: 'who-sees-what',
  },
  '/attendance': {
    says: t('How many came, week by week, and to which meeting. Open a meeting to call its roll.'),
    chapter: 'first-sunday',
  },
  '/teach': {
    says: t('The classes that you teach. Open one and tick the children who are there.'),
    chapter: 'groups-and-classes',
  },
  '/reports': {
    says: t(
      'Which groups met this week, and which have not handed in their report yet. You can remind all that are late at once.',
    ),
    chapter: 'groups-and-classes',
  },
  '/reports/meetings/:id': {
    says: t('What to tell of a meeting of your group: who came, what was given, and anything your pastor should know.'),
    chapter: 'groups-and-classes',
  },
  '/report-offerings': {
    says: t('Offerings that groups reported. Take them into the books once the money has come in.'),
    chapter: 'entering-gifts',
  },
  '/contributions/new': {
    says: t(
      'Enter gifts one after the other: amount, giver, Enter. The date and the fund stay as you set them until you change them.',
    ),
    chapter: 'entering-gifts',
  },
  '/batches/:id/count': {
    says: t(
      'Count the notes and coins, and Sexton adds them up. If somebody counts with you, each can count without seeing the other’s figures.',
    ),
    chapter: 'entering-gifts',
  },
  '/contributions/report': {
    says: t(
      'What was given, by fund, month, branch or method. Choose the days, and print it or take it along as a file.',
    ),
    chapter: 'entering-gifts',
  },
  '/contributions/journal': {
    says: t(
      'What was given by double entry, for your bookkeeper or your accounting program. Days that are closed do not change any more.',
    ),
    chapter: 'entering-gifts',
  },
  '/contributions/:id': {
    says: t('One gift and what became of it. Void it if it was wrong: it stays to be seen, and counts no more.'),
    chapter: 'entering-gifts',
  },
  '/rates': {
    says: t(
      'What one unit of another currency is worth in yours, from a day on. Gifts in other currencies are added up by it.',
    ),
    chapter: 'entering-gifts',
  },
  '/messages': {
    says: t(
      'Every message that was sent, by SMS, e-mail or WhatsApp, and whether it arrived. To write one, choose “Write a message”.',
    ),
    chapter: 'writing-to-people',
  },
  '/messages/new': {
    says: t('Choose whom to write to, write it once, and see it as each person will read it before you send it.'),
    chapter: 'writing-to-people',
  },
  '/messages/inbox': {
    says: t('What people answered. Their answers stand with their record, too.'),
    chapter: 'writing-to-people',
  },
  '/messages/units': {
    says: t('How many SMS you have left, and what each message took of them.'),
    chapter: 'writing-to-people',
  },
  '/messages/batches': {
    says: t('Messages that went to many people, and how far each of them is.'),
    chapter: 'writing-to-people',
  },
  '/messages/batches/:id': {
    says: t('One message to many people: how many got it, and whom it did not reach and why.'),
    chapter: 'writing-to-people',
  },
  '/messages/:id': {
    says: t('One message, what became of it, and why it did not arrive if it failed.'),
    chapter: 'writing-to-people',
  },
  '/sermons/:id/studio/:kind': {
    says: t(
      'One part of a sermon, such as its notes. Save it as often as you like; it is seen outside once you publish it.',
    ),
    chapter: 'groups-and-classes',
  },
  '/imports/new': {
    says: t('Bring in people or gifts from a spreadsheet. Nothing is written before you have seen what will happen.'),
    chapter: 'first-sunday',
  },
  '/imports/files/:id': {
    says: t('What Sexton understood of your file, row by row. Mend what is wrong, then import it.'),
    chapter: 'first-sunday',
  },
  '/settings/keys': {
    says: t(
      'Keys let other programs use your church’s records. Give each its own key with no more rights than it needs.',
    ),
    chapter: 'who-sees-what',
  },
  '/settings/webhooks': {
    says: t('Other programs that are told when something happens here, such as a new gift.'),
    chapter: 'who-sees-what',
  },
  '/settings/webhooks/new': {
    says: t('Where to send what happens, and which events. Whoever runs the other program gives you its address.'),
    chapter: 'who-sees-what',
  },
  '/settings/webhooks/:id': {
    says: t('How one of the other programs is doing: what was sent to it, and what it could not take.'),
    chapter: 'who-sees-what',
  },
  '/settings/webhooks/:id/edit': {
    says: t('Change where events are sent, or which of them.'),
    chapter: 'who-sees-what',
  },
  '/settings/church': {
    says: t('Your church’s name, currency and time zone, and the parts of Sexton that it uses.'),
    chapter: 'who-sees-what',
  },
  '/settings/team': {
    says: t('Who may sign in, and what each may see and do. Invite somebody by e-mail and choose their role.'),
    chapter: 'who-sees-what',
  },
  '/settings/providers': {
    says: t('The services that send your messages and take gifts online. Sexton keeps their secrets sealed.'),
    chapter: 'who-sees-what',
  },
  '/settings/audit': { says: t('Who did what, and when. No line of it can be changed.'), chapter: 'who-sees-what' },
  '/account': {
    says: t('Your own name, password, language and devices. Nobody else can change them.'),
    chapter: 'who-sees-what',
  },
} satisfies Record<string, Explained>

/** An address that is explained. */
export type ExplainedPath = keyof typeof EXPLANATIONS
