"""Questions over a made-up town: those that this program was begun for, word for word, and others of the same kinds.

`facts.town(seed)` gives the values, a hand's `marks(t)` the pieces of its papers that an answer must or must not show.
What a case expects is described in `measure.py`.
"""

LIMIT = "$325,000"  # RSA 507-B:4 in `alder/law`


def cases(t, marks):
    m = lambda *keys: [piece for key in keys for piece in marks[key]]
    fees = [t.sticker, t.second_sticker, t.nonresident_sticker, t.refrigerator, t.mattress]
    others = [t.dog_altered, t.boat_rack, t.hall_rental]
    units = [unit for unit, _, _ in t.units]
    unit, feet, _ = t.units[2]
    made = []

    def case(kind, question, article=False, **expect):
        made.append({"id": f"{len(made) + 1:02}", "kind": kind, "question": question, "with_article": article, "expect": expect})

    record = m("warning", "close_failed", "tabled", "no_permit", "insurer", "signs_amended")
    rule = ["all premises"]
    drift = {"not_first": m("drift_words") + [t.drift_owner, t.drift_sum]}

    # Liability: the town's own record, the state's rule, no other matter.
    liability = "What actions taken by the select board led to potential liability?"
    case("mission liability", liability, True, mode="answer", lanes=["user", "state", "local"], any=record, some=rule, **drift)
    case("mission liability", liability, mode="answer", lanes=["local", "state"], any=record, **drift)
    case("mission liability", f"Is the town liable for injuries on the {t.structure}?", True, mode="answer", lanes=["local", "state"], some=rule, **drift)
    case("mission liability", f"Is the town liable for injuries on the {t.structure}?", mode="answer", lanes=["local", "state"], some=rule, **drift)
    case("drift", f"Was the town negligent about the {t.structure}?", any=record + m("warner_said", "closed"), **drift)
    case("drift", f"could the town get sued over the {t.structure}", True, lanes=["local", "state"], **drift)
    case("drift", f"How much did {t.drift_neighbor} want from {t.drift_owner}?", mode="answer", first_any=[t.drift_sum])
    case("law", "whats the most a person can get from the town for a bodily injury", mode="answer", first_any=[LIMIT], **drift)

    # Taxes.
    rates = [t.municipal_rate, t.county_rate, t.local_school_rate, t.state_school_rate]
    case("mission taxes", f"Why did {t.town} property taxes go up in {t.year}?", mode="answer", all=[t.school_increase, t.insurance_percent])
    case("mission taxes", "How are property taxes made up?", mode="answer", all=rates)
    case("taxes", f"what was the county rate in {t.last_year}", mode="answer", first_any=[t.county_rate_before])
    case("taxes", "How much did the local school rate go up?", mode="answer", all=[t.local_school_rate, t.local_school_rate_before])
    case("taxes", "when is the second tax bill due", mode="answer", first_any=[t.bill_due])

    # Law and procedure.
    case("mission law", "What RSA governs nonpublic sessions for a select board?", mode="answer", lanes=["state"], first_cites=["91-A:3"])
    case("mission budget", "How is the NH default municipal budget adopted if the warrant fails?", mode="answer", lanes=["state"],
         first_any=["deemed to have approved the default budget"], not_first=["Shall the"])
    case("law", "What is a default budget?", mode="answer", first_any=["the amount of the same appropriations"])
    case("law", "What notice is required for a public meeting?", mode="answer", first_any=["at least 24 hours"])
    case("law", "How long do I have to appeal a zoning board decision?", mode="answer", first_any=["30 days"], lanes=["state"])

    # Cases of a board.
    decided = {"variance": m("variance_granted"), "exception": m("exception_denied"), "continued": m("continued")}
    rest = lambda name: [piece for other, pieces in decided.items() if other != name for piece in pieces]
    case("mission case", f"What did the {t.town} Zoning Board decide about case #{t.case_variance}?", mode="answer",
         any=decided["variance"], lanes_only=["local"], not_any=rest("variance") + m("drift_words"))
    case("case", f"what happened in case {t.case_continued}", mode="answer", first_any=[t.continued_until], not_any=rest("continued"))
    case("absent", f"What did the board decide in Case #{t.case_absent}?", mode="refuse", not_any=[p for pieces in decided.values() for p in pieces])
    case("case", f"why was {t.exception_owner.lower()} turned down", mode="answer", any=m("exception_why"))

    # The association.
    case("mission unit", "What's the square footage of my unit?", mode="ask_back", says_all=units[:3])
    case("mission unit", "Whats the sq footage of my unit", mode="ask_back", says_all=units[:3])
    case("association", f"How many square feet is unit {unit}?", mode="answer", first_any=[feet])
    case("association", "Can I rent out my unit?", mode="answer", first_any=[t.rent_months])
    case("association", "Who pays if my AC dies, me or the association?", mode="answer", first_any=m("ac_pays"), not_first=m("ac_trap"))
    case("association", f"how big a dog can i have at {t.association.lower()}", mode="answer", first_any=[t.pet_pounds])

    # Fees: this year's, whole, and whose.
    stale = [t.old_sticker, t.mail_wrong]
    case("fees", "How much is a transfer station sticker?", says_all=[t.sticker], not_first=stale)
    case("fees", "how much for a dump sticker for my second car", mode="answer", first_any=[t.second_sticker], not_first=[t.old_second_sticker])
    case("fees", "im not a resident, what is a transfer station sticker for me", mode="answer", first_any=[t.nonresident_sticker])
    case("mission fees", "What are all the fees for the transfer station?", mode="answer", all=fees, not_any=[*others, t.old_sticker])
    case("fees", "What is the fee for a dog license?", all=[t.dog_altered, t.dog_intact])
    case("fees", "what does it cost to get rid of an old fridge", mode="answer", first_any=[t.refrigerator])

    # Votes: which, how, by whom, and how it ended.
    case("votes", f"How did the select board vote on the {t.tabled_matter}?", mode="answer", first_any=[t.tabled_until])
    case("votes", f"Who voted against hiring {t.engineer}?", mode="answer", first_any=m("engineer_against"))
    case("mission votes", f"list all votes taken on {t.spring}", mode="answer", all=m("spring_votes"), not_any=m("other_votes"))
    case("votes", f"Did the select board vote to close the {t.structure} in February?", mode="answer", any=m("close_failed"))
    case("votes", "did they take the LED streetlight offer", mode="answer", any=m("lights_failed"))
    case("votes", 'how many "use at your own risk" signs did the board vote for', mode="answer", any=m("signs_amended"), not_first_alone=m("signs_first"))
    case("mission votes", "How did the select board vote?", mode="ask_back")
    case("votes", "did the operating budget pass in march", mode="answer", any=m("budget_failed"))
    case("votes", f"How much does {t.lease_company} pay the town each year?", says=m("lease_failed", "no_lease") + [t.lease_no, t.lease_yes])
    case("speaker", f"What did {t.warner} say about the {t.structure}?", mode="answer", first_any=m("warner_said"))
    case("absent", f"what did {t.absent_speaker.lower()} say about the {t.structure}", mode="refuse")

    # The budget, hours, fines, and what is in no paper.
    case("budget", "How much did the police budget change?", mode="answer", all=[t.police_before, t.police_proposed])
    case("budget", f"how much was proposed for the library in the {t.year} budget", mode="answer", first_any=[t.library_proposed])
    case("hours", "When is the library open on Saturdays?", mode="answer", first_any=[t.library_saturday], not_first=[t.dump_saturday])
    case("hours", "is the dump open saturdays", mode="answer", first_any=[t.dump_saturday], not_first=[t.library_saturday])
    case("fines", "whats the fine for parking at the landing overnight", mode="answer", first_any=[t.fine_new], not_first_alone=[t.fine_old])
    case("premise", "Why was the library closed in 2024?", mode="refuse")
    case("premise", f"Why did the board sell the {t.structure}?", mode="refuse")
    case("absent", f"What is the tax rate in {t.neighbor_town}?", mode="refuse", not_any=[t.total_rate])
    case("absent", "what does it cost to get a taxi license", mode="refuse")
    case("absent", "How long do I have to contest a will?", mode="refuse")
    case("absent", "how many people work at the town office", mode="refuse")
    return made
