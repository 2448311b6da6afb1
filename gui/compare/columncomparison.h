// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/compare/waycomparison.h"
#include "gui/document/document.h"

#include <array>
#include <vector>

namespace halftone {

/// How many operators of one depth in the graph run in what.
struct DepthShare
{
    std::uint32_t half = 0, brain = 0, full = 0, differing = 0;
};

/// The nodes of a graph by their distance from its inputs.
struct GraphDepths
{
    IdMap<NodeId, std::uint32_t> of;
    std::vector<NodeId> first; ///< Of each depth: the first that differs in some way, else the first.
};

/// This is one way to decide, beside others.
struct ComparedColumn
{
    const PolicyChoice* choice = nullptr; ///< Never null.
    std::string soc;
    bool usesOwnLibrary = true; ///< That of the document, where it has one, in place of the chip's.
    bool usesEdits = true; ///< Reads the document's mixlist, overrides and options.
    std::optional<QString> variant; ///< Name of the mixlist that it reads; nullopt: the one in force.
    std::optional<Mixlist> file; ///< A list of its own, in the place of the document's; without overrides.
    JudgementPtr judgement; ///< Null until it is judged.
    ComparedWay way; ///< What the executor says about it: differences, sums, numbers.
    std::vector<DepthShare> shares; ///< By depth; as long as GraphDepths::first.

    /// Whether an own library of the document is read: it is that of one chip, and one of the options.
    bool readsOwnLibrary(const Policy& window) const
    {
        return usesOwnLibrary && usesEdits && soc == window.soc;
    }
    bool differsAt(NodeId node) const { return way.differsAt(node); }

    /// "A", "B": how the views call the column with this index.
    static QString letter(std::size_t index) { return QChar('A' + static_cast<int>(index)); }
};

/// Of each node of \p graph the worst of the tensors that it makes; null where there are no numbers. The rows
/// live as long as the numbers of \p way.
using ErrorsByNode = IdMap<NodeId, const NodeComparison*>;
ErrorsByNode worstByNode(const Graph& graph, const ComparedWay& way);
/// One number to sort and colour by: the relative error, infinite where elements are not finite.
double measured(const ErrorMeasures& error);

/// This compares ways to decide the document's graph. At first the baseline is the first column, which is
/// what the document itself uses. All columns follow the document's graph, list and overrides.
class ColumnComparison : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t kMostColumns = 8;

    explicit ColumnComparison(Document& document, QObject* parent = nullptr);

    /// Nothing is judged while the comparison is not looked at.
    void setActive(bool isActive);

    const std::vector<ComparedColumn>& columns() const { return m_columns; }
    void setChoice(std::size_t column, const PolicyChoice& choice);
    /// The library of that chip, also where the document has an own one.
    void setChip(std::size_t column, std::string_view soc);
    void useOwnLibrary(std::size_t column);
    /// The document's lists, or the built-in ones.
    void setUsesEdits(std::size_t column, bool usesEdits);
    void setVariant(std::size_t column, const std::optional<QString>& variant);
    /// Shows one column for each of these variants of the mixlist, at most kMostColumns, as the document
    /// decides otherwise.
    void compareVariants(const QStringList& names);
    const Policy& policy() const { return m_document.policy(); } ///< Of the document.
    /// A list from a file; its name is the path, for the command that does the same.
    void setMixlist(std::size_t column, Mixlist mixlist);
    /// Adds a way to decide that is not shown yet; ignored at kMostColumns.
    void addColumn();
    /// Ignored when only two are left.
    void removeColumn(std::size_t column);

    std::size_t baseline() const { return m_baseline; }
    void setBaseline(std::size_t column);

    /// Whether the document shows a training step, and not the forward pass alone.
    bool isTraining() const { return m_document.shown() == Document::Shown::Training; }
    /// Null without a model, and until all columns are judged on one graph.
    GraphPtr graph() const;
    /// Of graph(); null with it.
    const std::shared_ptr<const GraphDepths>& depths() const { return m_depths; }
    /// Nodes that not all columns decide alike, in node order.
    const std::vector<NodeId>& differences() const { return m_columns[m_baseline].way.differences; }
    /// The difference after \p node (\p direction 1) or before it (-1), around the ends; invalid without any.
    NodeId differenceBeside(NodeId node, int direction) const;
    const JobRunner& jobs() const { return m_jobs; }
    /// What goes on on other threads: judging, computing.
    std::array<JobRunner*, 2> runners() { return {&m_jobs, &m_numericsJobs}; }

    /// What numbers are computed on.
    struct NumericsChoice
    {
        std::string data = "sample:digits"; ///< As `halftone-cli compare --data` takes it.
        std::size_t batch = TrainSettings().batch;
        std::size_t after = 0; ///< Steps that the first column trains before; of a training step alone.
    };
    /// Computes the shown graph in FP32 and in all columns, on another thread; a run before is dropped.
    /// Ignored without a graph.
    void runNumerics(const NumericsChoice& choice);
    void cancelNumerics();
    bool isComputing() const { return m_numericsJobs.isBusy(); }
    double numericsProgress() const; ///< 0 to 1 while isComputing().
    bool hasNumbers() const; ///< Of some column.
    /// Why the last run gave no numbers at all.
    const std::optional<Error>& numericsRefusal() const { return m_numericsRefusal; }

    /// All of it as the executor writes it: JSON, CSV, HTML. Only while graph() is not null.
    WayComparison report() const;
    /// What its numbers were, or would be, computed with.
    ComparisonSettings settings() const { return settingsFor(m_computedOn); }

signals:
    void columnsChanged(); ///< Their number, or what they are about.
    void judged(); ///< graph(), the judgements and differences().
    void numericsChanged(); ///< They began, ended, failed, or are out of date.

private:
    struct Judged
    {
        std::vector<JudgementPtr> judgements;
        std::vector<ComparedWay> ways;
        std::vector<std::vector<DepthShare>> shares;
        std::shared_ptr<const GraphDepths> depths;
    };
    struct Progress;
    static Judged judge(const GraphPtr& graph, const std::vector<Policy>& policies, std::size_t baseline,
        const std::vector<JudgementPtr>& known, const std::stop_token& stop);

    Policy policyOf(const ComparedColumn& column) const;
    ComparisonSettings settingsFor(const NumericsChoice& choice) const;
    void judgeAgain();
    void accept(Judged judged);
    void acceptNumbers(const NumericsChoice& choice, const ComparisonSettings& settings,
        const GraphPtr& computed, const std::vector<Precision>& precisions,
        Result<std::vector<Result<Comparison>>> numbers);

    Document& m_document;
    bool m_isActive = false;
    bool m_isStale = true; // something changed while nobody looked
    std::vector<ComparedColumn> m_columns;
    std::size_t m_baseline = 0;
    std::shared_ptr<const GraphDepths> m_depths;
    JobRunner m_jobs;
    JobRunner m_numericsJobs;
    std::shared_ptr<Progress> m_progress; // with the thread
    NumericsChoice m_computedOn;
    std::optional<Error> m_numericsRefusal;
};

}
