import { texts } from "../texts/help.ts";

const storageKey = "billfold.news";

const newest = texts.releases[0].id;

/** Whether there is news that this browser has not shown yet. */
export const isNewsUnread = () => localStorage.getItem(storageKey) !== newest;

export const markNewsRead = () => localStorage.setItem(storageKey, newest);
