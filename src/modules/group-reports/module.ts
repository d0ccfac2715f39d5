/** Reports of groups: handed in by link or in the console, rolled up by week, their offerings taken into the books. */
import { extending } from '../../resource/extension-point.ts'
import { module } from '../../resource/module.ts'
import { hiddenGroups } from '../groups/given-out.ts'
import { recordedOfMeetings } from '../meetings/moved-day.ts'
import { clearCareNote, readCareNote, sealedCareNotes } from './care-note.ts'
import { reportInDemo } from './demo.ts'
import { reportSubmitted } from './events.ts'
import { reportsForgotten } from './forgetting.ts'
import { reportFormView, reportLinkView } from './form-view.ts'
import { groupReports } from './group-reports.ts'
import { reportRoute } from './link-route.ts'
import { offeringsFile, offeringsView } from './offerings-view.ts'
import { reportsDue, rewordReminders } from './reminders.ts'
import { remindAction, returnAction, revokeReportLinks, submitReport } from './report-actions.ts'
import { takeBackReports } from './take-back.ts'
import { takeOffering } from './take-offering.ts'
import { reportsOfWeek, reportsOfWeekFile } from './week-view.ts'

export const groupReportsModule = module({
  name: 'group-reports',
  switch: 'groups',
  title: 'Groups',
  resources: [groupReports],
  navigation: [
    { label: 'Reports of the week', path: '/reports', icon: 'report', may: reportsOfWeek.name },
    groupReports,
    { label: 'Offerings of groups', path: '/report-offerings', icon: 'gift', may: offeringsView.name, group: 'Giving' },
  ],
  actions: [submitReport, returnAction, remindAction, revokeReportLinks, readCareNote, clearCareNote, takeOffering],
  views: [reportFormView, reportLinkView, reportsOfWeek, reportsOfWeekFile, offeringsView, offeringsFile],
  events: [reportSubmitted],
  copiesPeople: [reportsForgotten],
  takesBack: [takeBackReports],
  archive: { sealed: [sealedCareNotes] },
  agenda: [reportsDue],
  extends: [extending(recordedOfMeetings, groupReports.name), extending(hiddenGroups, rewordReminders)],
  demo: reportInDemo,
  serve: parts => ({ publicRoutes: [reportRoute(parts)] }),
})
